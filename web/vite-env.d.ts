/// <reference types="vite/client" />

interface TrustedTypePolicyRules {
  createHTML(text: string): string | null;
  createScriptURL(url: string): string | null;
}

/** Absent where the browser does not know Trusted Types. */
declare var trustedTypes: { createPolicy(name: string, rules: TrustedTypePolicyRules): unknown } | undefined;
