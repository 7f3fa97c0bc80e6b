/// <reference types="vite/client" />

interface TrustedTypePolicyRules {
  createHTML(text: string): string | null;
  createScriptURL(url: string): string | null;
}

/** Absent where the browser does not know Trusted Types. */
declare var trustedTypes: { createPolicy(name: string, rules: TrustedTypePolicyRules): unknown } | undefined;

/** Where the data of pdfjs-dist is served, with a slash at the end; set by the build. */
declare const PDF_DATA_ADDRESS: string;
