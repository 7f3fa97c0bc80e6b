/** The failures in a report of Vitest or Playwright, one line each; none without a report. */
export function failuresIn(report, root) {
  if (report === null || report === undefined) return [];
  return report.testResults === undefined ? storiesIn(report) : testsIn(report, root);
}

// Reasons come coloured.
// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[\d+m/g;

const firstLine = (text = '') => text.replaceAll(colours, '').split('\n', 1)[0].slice(0, 200);

function testsIn({ testResults }, root) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that cannot be read has no tests.
      if (failed.length === 0) return [`${file}: ${firstLine(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
      );
    });
}

function storiesIn({ suites = [], errors = [] }) {
  const inSuite = ({ title, file, specs = [], suites: inner = [] }, names) => {
    const path = title === file ? names : [...names, title];
    return [
      ...specs
        .filter(({ ok }) => !ok)
        .map((spec) => {
          const { error } = spec.tests.at(-1)?.results.at(-1) ?? {};
          const where = [`e2e/${spec.file}:${spec.line}`, ...path, spec.title].join(' > ');
          return `${where}: ${firstLine(error?.message)}`;
        }),
      ...inner.flatMap((suite) => inSuite(suite, path)),
    ];
  };
  return [
    ...errors.map(({ message }) => firstLine(message)),
    ...suites.flatMap((suite) => inSuite(suite, [])),
  ];
}
