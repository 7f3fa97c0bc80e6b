/**
 * The page's policy requires Trusted Types. Two policies exist: DOMPurify's own for the one place that shows rich text,
 * and this default one for libraries that pass plain strings to the browser. It passes no HTML: a string without `<`
 * cannot open a tag. Mantine and the editor write their style sheets in this way. Script addresses must belong to our
 * own build.
 */
const isOurScript = (url: string) => {
  const { origin, pathname } = new URL(url, location.href);
  const isBuilt = pathname.startsWith('/assets/') || pathname === '/sw.js';
  return origin === location.origin && (isBuilt || import.meta.env.DEV);
};

if (typeof trustedTypes !== 'undefined') {
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (url) => (isOurScript(url) ? url : null),
  });
}
