/** The rows, tasks, words or refusal that a page shows once its first answer is there. */
const content = 'main :is([aria-busy="false"] tbody td, section li a, section p, [role="alert"])';

/** Removes what the HTML page showed, when the page itself shows its content, or when the person goes elsewhere. */
export function removeFirstPaint(root: HTMLElement): void {
  const { href } = location;
  const seen = new MutationObserver(() => {
    if (location.href === href && root.querySelector(content) === null) return;
    seen.disconnect();
    document.getElementById('first')?.remove();
  });
  seen.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
}
