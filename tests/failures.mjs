// What failed, in a line for each: the end of a long output is what people see first.

const LONGEST = 300; // characters of a reason
const LAST_LINES = 3; // of a program that ended in the middle

const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
};

/// Of doctest's reports: the name of the case, and what was not so, with its values.
function ofDoctest(output) {
  return output.split(/^={20,}$/m).flatMap((report) => {
    const name = /^TEST CASE:\s+(.*)$/m.exec(report)?.[1];
    const [, reason] = /ERROR: ([^]*?)(?:\n\n|$)/.exec(report) ?? [];
    return name && reason !== undefined ? [`${name}: ${short(reason)}`] : [];
  });
}

/// Of Node's reports in TAP: the names of tests and their errors; a suite fails by its tests.
function ofNode(output) {
  const reports = output.matchAll(/^( *)not ok \d+ - (.*)\n(?:\1 {2}---\n([^]*?)\n\1 {2}\.\.\.$)?/gm);
  return [...reports].flatMap(([, , name, detail = '']) => {
    if (/failureType: 'subtestsFailed'/.test(detail)) return [];
    const reason = /^ *error: (?:\|-\n)?([^]*?)(?=\n *\w+: |(?![^]))/m.exec(detail)?.[1] ?? '';
    return [`${name}: ${short(reason)}`];
  });
}

/// The tests that failed by an output, or how it ends where it names none.
export function failuresIn(output) {
  const named = [...ofDoctest(output), ...ofNode(output)];
  if (named.length > 0) return named;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-LAST_LINES).map(short);
}
