import { createElement, useEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { kept } from "./entries.js";

/** @typedef {{ message: string, face?: string, fields: Record<string, string> }} Wish */

/**
 * If the page's URL names a trainer, selects the trainer in the form. If the form doesn't offer this trainer, adds a
 * sentence to the free text instead. Also shows a message, and the trainer's picture beside the form. Unknown names are
 * ignored. A reset of the form clears the message. The pages are static files, so only a script can read the query.
 * @param {{ wishes: Record<string, Wish>, form: string }} props
 */
export function TrainerWish({ wishes, form, ...props }) {
  const { search } = useLocation();
  const comesByLink = useNavigationType() !== "POP"; // and not by Back or a reload
  const [message, setMessage] = useState("");
  useEffect(() => {
    const name = new URLSearchParams(search).get("trainer");
    /** @type {Wish} */
    const wish = Object.hasOwn(wishes, name) ? wishes[name] : { message: "", fields: {} };
    setMessage(wish.message);
    /** @type {HTMLSourceElement} */
    const face = document.querySelector(".form-face source");
    if (face && wish.face) face.srcset = wish.face;
    const last = kept(form);
    for (const [field, value] of Object.entries(wish.fields)) {
      const control = /** @type {import("./entries.js").Control} */ (document.getElementById(`${form}-${field}`));
      if (!control || !value) continue;
      // Doesn't replace an entry. The form restores what was typed, but an earlier choice doesn't count against the
      // trainer of a link that the visitor follows now.
      const counts = control.localName === "textarea" || (last.search === search && !comesByLink);
      const isKept = field in last.entries && counts;
      if (!control.value && !isKept) {
        control.value = value;
        control.dataset.given = value;
      }
      control.closest("details")?.setAttribute("open", "");
    }
    const forget = () => setMessage("");
    document.addEventListener("reset", forget);
    return () => document.removeEventListener("reset", forget);
  }, [search]);
  return createElement("p", { ...props, role: "status" }, message);
}
