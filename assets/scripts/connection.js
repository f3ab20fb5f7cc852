import { useEffect } from "react";
import { wake } from "socket.io-client";

// Connects a page to the server as it opens; other pages connect at their first event.
export const Connection = () => void useEffect(() => void wake(), []);
