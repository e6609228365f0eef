// What the page does once it is open: filters, moves about by keys, copies. It only shows and hides existing
// elements, and makes no markup, so that no text of a server can become markup.

const entries = [...document.querySelectorAll('details.c')].filter(
  (one) => one instanceof HTMLDetailsElement,
);
const sections = [...document.querySelectorAll('section.sec')].filter((one) => one instanceof HTMLElement);
const form = document.querySelector('form.filters');
const nothing = document.querySelector('.nothing');

/** Of a clause: its entry, and its search text. */
const clauses = entries.map((entry) => ({
  entry,
  letter: entry.classList.item(1) ?? '',
  level: entry.querySelector('summary .l')?.textContent ?? '',
  section: entry.closest('section.sec')?.getAttribute('data-s') ?? '',
  // The text of findings counts too: a server's word in one answer leads to its clause.
  text: (entry.textContent ?? '').toLowerCase(),
}));

/** Clauses that are broken, in the order of the lists above, which goes by weight. */
const broken = [
  ...new Set(
    ['violated', 'contradicted', 'errors']
      .flatMap((part) => [...document.querySelectorAll(`[aria-labelledby="${part}"] a[href^="#c-"]`)])
      .map((link) => link.getAttribute('href')?.slice(1)),
  ),
].flatMap((id) => clauses.filter(({ entry }) => entry.id === id));

/** @param {string} name */
function field(name) {
  const found = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : undefined;
}

function verdictBoxes() {
  return [...(form?.querySelectorAll('input[name="v"]') ?? [])].filter(
    (one) => one instanceof HTMLInputElement,
  );
}

function filter() {
  const words = (field('q')?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const level = field('l')?.value ?? '';
  const section = field('s')?.value ?? '';
  const letters = verdictBoxes().flatMap((box) => (box.checked ? [box.value] : []));
  let shown = 0;
  for (const clause of clauses) {
    const isWanted =
      (level === '' || clause.level === level) &&
      (section === '' || clause.section === section) &&
      (letters.length === 0 || letters.includes(clause.letter)) &&
      words.every((word) => clause.text.includes(word));
    if (isWanted) shown += 1;
    clause.entry.hidden = !isWanted;
  }
  for (const one of sections) one.hidden = one.querySelector('details.c:not([hidden])') === null;
  if (nothing instanceof HTMLElement) nothing.hidden = shown > 0;
  const status = form?.querySelector('[role="status"]');
  if (status) status.textContent = `${shown} of ${clauses.length} clauses`;
}

/** What is filtered for stands in the address, so that it can be sent to somebody: `#?s=4.10&v=f`. */
function tellAddress() {
  const asked = new URLSearchParams();
  for (const name of ['q', 'l', 's']) if (field(name)?.value) asked.set(name, field(name)?.value ?? '');
  const letters = verdictBoxes().flatMap((box) => (box.checked ? [box.value] : []));
  if (letters.length > 0) asked.set('v', letters.join(''));
  const text = asked.toString();
  history.replaceState(null, '', text === '' ? location.pathname + location.search : `#?${text}`);
}

/** Filters by the filter in the address, if the address contains one. */
function heedAddress() {
  if (!location.hash.startsWith('#?')) return;
  const asked = new URLSearchParams(location.hash.slice(2));
  unfilter();
  for (const name of ['q', 'l', 's']) {
    const one = field(name);
    if (one) one.value = asked.get(name) ?? '';
  }
  for (const box of verdictBoxes()) box.checked = (asked.get('v') ?? '').includes(box.value);
  filter();
  document.getElementById('clauses')?.scrollIntoView();
}

function unfilter() {
  if (form instanceof HTMLFormElement) form.reset();
  filter();
}

function showAll() {
  unfilter();
  tellAddress();
}

/**
 * Shows only one level of one section.
 *
 * @param {string} section
 * @param {string} level
 */
function pick(section, level) {
  unfilter();
  const [inSection, inLevel] = [field('s'), field('l')];
  if (inSection) inSection.value = section;
  if (inLevel) inLevel.value = level;
  filter();
  tellAddress();
  document.getElementById('clauses')?.scrollIntoView();
}

/** @param {HTMLDetailsElement} entry */
function goTo(entry) {
  if (entry.hidden) unfilter();
  const summary = entry.querySelector('summary');
  summary?.focus({ preventScroll: true });
  summary?.scrollIntoView({ block: entry.open ? 'start' : 'nearest' });
}

/**
 * The clause of a square of the matrix.
 *
 * @param {Element} square
 */
function clauseOf(square) {
  const cell = square.closest('td')?.querySelector('.pick');
  if (!(cell instanceof HTMLElement)) return undefined;
  const at = [...(square.parentElement?.children ?? [])].indexOf(square);
  return clauses.filter(({ section, level }) => section === cell.dataset['s'] && level === cell.dataset['l'])[
    at
  ];
}

/** @param {Element} square */
function nameOf(square) {
  const summary = clauseOf(square)?.entry.querySelector('summary');
  return `${summary?.querySelector('b')?.textContent ?? ''}: ${summary?.querySelector('.v')?.textContent ?? ''}`;
}

/**
 * Arrow keys go from square to square of a cell, and name each; Enter opens its clause.
 *
 * @param {Element} squares
 * @param {KeyboardEvent} event
 */
function walk(squares, event) {
  const all = [...squares.children];
  const at = all.findIndex((one) => one.classList.contains('on'));
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.key === 'Enter' && all[at]) location.hash = clauseOf(all[at])?.entry.id ?? '';
  if (step === undefined) return;
  event.preventDefault();
  const next = all[Math.min(all.length - 1, Math.max(0, at + step))];
  for (const one of all) one.classList.toggle('on', one === next);
  if (next) squares.setAttribute('aria-label', nameOf(next));
}

/** From the clause with the focus to the next broken clause; after the last, to the first broken clause. */
function moveToBroken() {
  const shown = broken.filter(({ entry }) => !entry.hidden);
  const here = document.activeElement?.closest('details.c');
  const next = shown[shown.findIndex(({ entry }) => entry === here) + 1] ?? shown[0];
  if (next === undefined) return;
  next.entry.open = true;
  goTo(next.entry);
}

/**
 * From where the focus is to the next clause that is shown and wanted.
 *
 * @param {1 | -1} step
 * @param {string} [letters]
 */
function move(step, letters) {
  const shown = clauses.filter(
    ({ entry, letter }) => !entry.hidden && (letters === undefined || letters.includes(letter)),
  );
  const here = document.activeElement?.closest('details.c') ?? null;
  const isBehind = (/** @type {Element} */ one) =>
    here !== null && (here.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const at = here === null ? 0 : shown.findIndex(({ entry }) => isBehind(entry));
  const next =
    step > 0
      ? (shown[at] ?? (here === null ? undefined : shown[0]))
      : shown.findLast(({ entry }) => here !== null && entry !== here && !isBehind(entry));
  if (next === undefined) return;
  if (letters !== undefined) next.entry.open = true;
  goTo(next.entry);
}

/** What the address names is opened, also where a filter has hidden it. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  goTo(named);
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const source =
    button.parentElement?.querySelector(`:scope > [data-copied="${button.dataset['copies']}"]`) ?? null;
  const text = source?.textContent ?? '';
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    isCopied = copySelected(source);
  }
  button.textContent = isCopied ? 'copied' : 'selected';
  setTimeout(() => {
    button.textContent = 'copy';
  }, 1500);
}

/**
 * Where the page may not write to the clipboard: what is selected can still be copied.
 *
 * @param {Element | null} element
 */
function copySelected(element) {
  const selection = getSelection();
  if (element === null || selection === null) return false;
  selection.selectAllChildren(element);
  return document.execCommand('copy');
}

document.addEventListener('click', (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  const button = target.closest('button');
  if (button?.classList.contains('copy')) void copy(button);
  if (button?.classList.contains('clear')) showAll();
  if (button?.classList.contains('pick')) pick(button.dataset['s'] ?? '', button.dataset['l'] ?? '');
  const square = target.closest('.sq > i');
  const found = square ? clauseOf(square) : undefined;
  if (found) location.hash = found.entry.id;
  const link = target.closest('a[href^="#c-"]');
  if (link && link.getAttribute('href') === location.hash) openNamed();
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const squares = event.target instanceof Element ? event.target.closest('.sq') : null;
  if (squares) walk(squares, event);
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
  if (event.key === 'Escape') {
    showAll();
    if (event.target instanceof HTMLElement) event.target.blur();
    return;
  }
  if (isTyping || event.target instanceof HTMLSelectElement) return;
  if (event.key === '/') {
    event.preventDefault();
    field('q')?.focus();
  } else if (event.key === 'j') move(1);
  else if (event.key === 'k') move(-1);
  else if (event.key === 'f') moveToBroken();
  else if (event.key === 'u') move(1, 'ut');
});

form?.addEventListener('input', () => {
  filter();
  tellAddress();
});
form?.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', () => {
  heedAddress();
  openNamed();
});
// On paper a reader can open nothing: violated clauses are printed open.
addEventListener('beforeprint', () => {
  for (const { entry, letter } of clauses) if (letter === 'f') entry.open = true;
});

for (const [at, text] of [...document.querySelectorAll('.copied')].entries()) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'copy';
  button.dataset['copies'] = String(at);
  text.setAttribute('data-copied', String(at));
  // A reader who copies many lines need not scroll to their end.
  if (text.classList.contains('lines')) text.before(button);
  else text.after(button);
}
// Without the script they are a picture, and the cell beside them says the same.
for (const squares of document.querySelectorAll('.sq')) {
  squares.removeAttribute('aria-hidden');
  squares.setAttribute('role', 'img');
  squares.setAttribute('tabindex', '0');
  squares.setAttribute('aria-label', `${squares.children.length} clauses, named by the arrow keys`);
  for (const square of squares.children) if (square instanceof HTMLElement) square.title = nameOf(square);
}
for (const hidden of document.querySelectorAll('form.filters, .keys')) hidden.removeAttribute('hidden');
filter();
heedAddress();
openNamed();
