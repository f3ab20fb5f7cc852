import { useEffect } from "react";
import { wake } from "socket.io-client";

// Connects a page to the server as it opens; on other pages the first event does.
export const Connection = () => void useEffect(() => void wake(), []);
