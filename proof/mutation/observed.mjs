import { parseAst } from 'vite';

/**
 * @typedef {{ type: string, start: number, end: number, [member: string]: unknown }} Node
 * @typedef {{ start: number, end: number, text: string }} Edit
 */

/**
 * The same module, whose switches also report whether a mutant would have given another value. If not, the rest of the
 * test is the same with and without the mutant. An expression that cannot be evaluated beside the original counts as
 * another value.
 *
 * @param {string} code - JavaScript with switches
 * @param {readonly number[]} asked - the mutants in question: to evaluate further mutants takes time for nothing
 */
export function observed(code, asked) {
  /** @type {Edit[]} */
  const edits = [];
  const numbers = new Set(asked);
  visit(/** @type {Node} */ (/** @type {unknown} */ (parseAst(code))), (node) => {
    if (node.type !== 'ConditionalExpression' || switchIn(node) === undefined) return;
    edits.push(...editsOf(node, code, numbers));
  });
  let text = code;
  for (const { start, end, text: put } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    text = text.slice(0, start) + put + text.slice(end);
  return text;
}

/**
 * The end of a chain of switches is the original code.
 *
 * @param {Node} node
 * @param {string} code
 * @param {ReadonlySet<number>} asked
 * @returns {Edit[]}
 */
function editsOf(node, code, asked) {
  const alternate = bare(/** @type {Node} */ (node.alternate));
  if (alternate.type !== 'SequenceExpression') return [];
  const [met, original] = /** @type {Node[]} */ (alternate.expressions);
  if (met === undefined || original === undefined) return [];
  const chain = chainsOf.get(alternate) ?? [];
  const switches = [...chain, node];
  if (!switches.some((one) => asked.has(Number(switchIn(one))))) return [];
  const thunks = switches.flatMap((one) => {
    const changed = /** @type {Node} */ (one.consequent);
    return isHarmless(changed)
      ? [`${JSON.stringify(switchIn(one))}: () => (${code.slice(changed.start, changed.end)})`]
      : [];
  });
  const ids = code.slice(/** @type {Node[]} */ (met.arguments)[0]?.start ?? met.start, met.end - 1);
  return [
    { start: met.start, end: original.start, text: `stryObs_9fa48([${ids}], { ${thunks.join(', ')} }, ` },
    { start: original.end, end: original.end, text: ')' },
  ];
}

/** The outer switches of a chain, by the node at its end. @type {WeakMap<Node, Node[]>} */
const chainsOf = new WeakMap();

/**
 * @param {unknown} node
 * @param {(node: Node) => void} look
 */
function visit(node, look) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) visit(one, look);
    return;
  }
  const one = /** @type {Node} */ (node);
  if (one.type === 'ConditionalExpression' && switchIn(one) !== undefined) {
    const alternate = bare(/** @type {Node} */ (one.alternate));
    const end = endOf(alternate);
    if (end !== alternate) chainsOf.set(end, [...(chainsOf.get(end) ?? []), one]);
  }
  look(one);
  for (const inner of Object.values(one)) visit(inner, look);
}

/** @param {Node} node @returns {Node} */
function endOf(node) {
  return node.type === 'ConditionalExpression' && switchIn(node) !== undefined
    ? endOf(bare(/** @type {Node} */ (node.alternate)))
    : node;
}

/** @param {Node} node @returns {Node} */
function bare(node) {
  return node.type === 'ParenthesizedExpression' ? bare(/** @type {Node} */ (node.expression)) : node;
}

/**
 * The number of the mutant in a condition.
 *
 * @param {Node} node
 * @returns {string | undefined}
 */
function switchIn(node) {
  const test = /** @type {Node} */ (node.test);
  const callee = /** @type {Node | undefined} */ (test.callee);
  if (test.type !== 'CallExpression' || callee?.name !== 'stryMutAct_9fa48') return undefined;
  return /** @type {string} */ (/** @type {Node[]} */ (test.arguments)[0]?.value);
}

const harmless = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'ChainExpression',
  'ConditionalExpression',
  'Identifier',
  'Literal',
  'LogicalExpression',
  'MemberExpression',
  'ObjectExpression',
  'ParenthesizedExpression',
  'PrivateIdentifier',
  'Property',
  'SpreadElement',
  'TemplateElement',
  'TemplateLiteral',
  'ThisExpression',
  'UnaryExpression',
]);

/** Calls that only read, and change nothing. */
const asking =
  /^(?:at|endsWith|get|has|includes|indexOf|join|match|max|min|replace|slice|split|startsWith|test|toLowerCase|trim|(?:is|has|was)[A-Z]\w*)$/;

/**
 * Whether an expression can be evaluated beside the original.
 *
 * @param {unknown} node
 * @returns {boolean}
 */
function isHarmless(node) {
  if (typeof node !== 'object' || node === null) return true;
  if (Array.isArray(node)) return node.every(isHarmless);
  const one = /** @type {Node} */ (node);
  if (typeof one.type !== 'string') return true;
  if (one.type === 'CallExpression') {
    const callee = /** @type {Node} */ (one.callee);
    const name = /** @type {Node} */ (callee.type === 'MemberExpression' ? callee.property : callee).name;
    return asking.test(String(name)) && isHarmless(callee) && isHarmless(one.arguments);
  }
  return harmless.has(one.type) && Object.values(one).every(isHarmless);
}
