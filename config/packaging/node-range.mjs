/**
 * Whether a range of `engines` has a version of Node. A range with operators other than `^` and `>=` includes
 * every version, so that an unknown range refuses none.
 *
 * @param {string} range - `^20.19.0 || >=24`
 * @param {string} version - `20.19.0`
 */
export function allows(range, version) {
  return range.split('||').some((part) => {
    const [, sign, from = ''] = /^(\^|>=)\s*v?(\d+(?:\.\d+){0,2})$/.exec(part.trim()) ?? [];
    if (sign === undefined) return true;
    const [least, actual] = [numbersOf(from), numbersOf(version)];
    if (sign === '^' && actual[0] !== least[0]) return false;
    const differs = least.findIndex((number, at) => number !== actual[at]);
    return differs < 0 || (actual[differs] ?? 0) > (least[differs] ?? 0);
  });
}

/** @param {string} text */
function numbersOf(text) {
  return text.split('.').map((part) => parseInt(part, 10));
}
