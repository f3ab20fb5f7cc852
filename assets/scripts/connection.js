import { useEffect } from "react";
import { wake } from "socket.io-client";

// A page with this component connects to the server when it opens. Other pages connect at their first event.
export const Connection = () => void useEffect(() => void wake(), []);
