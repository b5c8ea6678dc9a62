import "dayjs/locale/de";
import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { deDE } from "@mui/x-date-pickers/locales";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import type { ComponentProps, ReactNode } from "react";
import { language, type Language } from "../language/language.ts";

type Words = NonNullable<ComponentProps<typeof LocalizationProvider>["localeText"]>;

/** The words of MUI's own pickers; English ones come along. */
const WORDS: Readonly<Record<Language, Words | undefined>> = {
  en: undefined,
  de: deDE.components.MuiLocalizationProvider.defaultProps.localeText as Words,
};

/** Around fields of days and instants, whose calendars speak the person's language. */
export function DateProvider({ children }: { readonly children: ReactNode }) {
  const words = WORDS[language];
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={language}
      {...(words === undefined ? {} : { localeText: words })}
    >
      {children}
    </LocalizationProvider>
  );
}
