import { createElement, useEffect, useState } from "react";
import { useLocation } from "react-router";

// The wish for a trainer in the address, looked up among ours, whose picture is beside the form: a name that isn't there
// leaves no trace. What is said of
// it goes when the form is cleared, as the wish itself does. Pages are files: only script reads an address's query.
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
      control.value ||= value; // what was typed before stays
      control.closest("details")?.setAttribute("open", "");
    }
    const forget = () => setMessage("");
    document.addEventListener("reset", forget);
    return () => document.removeEventListener("reset", forget);
  }, [search]);
  return createElement("p", { ...props, role: "status" }, message);
}
