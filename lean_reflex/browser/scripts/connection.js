import { useEffect } from "react";
import { wake } from "socket.io-client";

// Makes a page connect to the server whenever it opens. build/shims/socket.io-client.js connects other pages.
export const Connection = () => {
  useEffect(() => {
    wake(true);
  }, []);
};
