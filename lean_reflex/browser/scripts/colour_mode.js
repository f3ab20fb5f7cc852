import { createElement, useEffect } from "react";
import RadixThemesColorModeProvider from "$/components/reflex/radix_themes_color_mode_provider";
import { defaultColorMode } from "$/utils/context";
import { ThemeProvider } from "$/utils/react-theme";

/**
 * Reflex's colour mode, around one page. `early` applies the visitor's mode before the first paint; development, where
 * pages are rendered in the browser, does without. When the page is left, the document is as the other pages expect it.
 * @param {{ early: string, children: import("react").ReactNode }} props
 */
export const ColourMode = ({ early, children }) => {
  useEffect(
    () => () => {
      document.documentElement.classList.remove("light", "dark");
      document.documentElement.style.removeProperty("color-scheme");
    },
    [],
  );
  const script = import.meta.env.PROD && createElement("script", {}, early);
  return createElement(
    ThemeProvider,
    { defaultTheme: defaultColorMode },
    script,
    createElement(RadixThemesColorModeProvider, {}, children),
  );
};
