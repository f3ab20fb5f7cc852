import { createElement, useEffect, useState } from "react";
import { useLocation } from "react-router";

// Preselects the trainer named in the page's URL, with a message, and shows the trainer's picture beside the form.
// Unknown names are ignored. A reset clears the message. Only a script can read the query, as pages are static files.
export function TrainerWish({ wishes, form, ...props }) {
  const { search } = useLocation();
  const [message, setMessage] = useState("");
  useEffect(() => {
    const name = new URLSearchParams(search).get("trainer");
    const wish = Object.hasOwn(wishes, name) ? wishes[name] : { message: "", fields: {} };
    setMessage(wish.message);
    const face = document.querySelector(".form-face source");
    if (face && wish.face) face.srcset = wish.face;
    for (const [field, value] of Object.entries(wish.fields)) {
      const control = document.getElementById(`${form}-${field}`);
      if (!control || !value) continue;
      control.value ||= value; // keeps earlier entries
      control.closest("details")?.setAttribute("open", "");
    }
    const forget = () => setMessage("");
    document.addEventListener("reset", forget);
    return () => document.removeEventListener("reset", forget);
  }, [search]);
  return createElement("p", { ...props, role: "status" }, message);
}
