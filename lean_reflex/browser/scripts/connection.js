import { useEffect } from "react";
import { wake } from "socket.io-client";
import { io } from "socket.io-client/itself"; // so it comes with the page's scripts, not after them

// Makes a page connect to the server whenever it opens. build/shims/socket.io-client.js connects other pages.
export const Connection = () => {
  useEffect(() => {
    wake(true, { io });
  }, []);
};
