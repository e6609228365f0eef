import { renderingNames } from '../../reporters/renderings.ts';

/** Renderings beside `json`, which is always written. */
const furtherRenderings = renderingNames.filter((name) => name !== 'json').join(', ');

/** One setting: the variable `CONFORMANCE_<name>` and the flag of the same name in kebab-case. */
export interface SettingRow {
  readonly name: string;
  /** One line for `.env.example` and `--help`. */
  readonly about: string;
  /** The allowed values, in the words of error messages. */
  readonly expects: string;
  /** The least and the greatest number that are allowed. */
  readonly least?: number;
  readonly most?: number;
  readonly example: string;
  /** The default value; in words if it depends on other settings. */
  readonly fallback: string;
  /** The value is a secret: output shows it only as present or absent. */
  readonly secret?: true;
  /** The flag may stand without a value, and then means 1. */
  readonly onOff?: true;
  /** The other words that may follow the flag. */
  readonly words?: readonly string[];
}

const token = {
  fallback: 'absent',
  example: '<token>',
  secret: true,
  expects: 'a bearer token without spaces or control characters',
} as const;

/** Every setting, in the order of documents and output. */
// prettier-ignore
export const settingTable = [
  { name: 'BASE_URL', fallback: 'the embedded reference; with CI set, none', example: 'https://api.{region}.example.com/v1',
    expects: 'an http or https URL without query, fragment or user name',
    about: 'Base URL of the implementation under test; may have a path, {region} and {cloudProvider}; reference: the embedded reference' },
  { name: 'REGION', fallback: 'none', example: 'europe-west1',
    expects: 'letters, digits, dots, dashes and underscores',
    about: 'Value for {region} in the base URL' },
  { name: 'CLOUD_PROVIDER', fallback: 'none', example: 'gcp',
    expects: 'letters, digits, dots, dashes and underscores',
    about: 'Value for {cloudProvider} in the base URL' },
  { name: 'PROJECT_KEY', fallback: 'the project key of the embedded reference', example: 'demo',
    expects: 'a project key',
    about: 'Project key under test; needed with a base URL' },
  { name: 'TOKEN_MANAGE_TEST', ...token,
    about: 'Token that holds only manage_test for the project' },
  { name: 'TOKEN_VIEW_TEST', ...token,
    about: 'Token that holds only view_test for the project' },
  { name: 'TOKEN_MANAGE_PRODUCTS', ...token,
    about: 'Token that holds only manage_products for the project' },
  { name: 'TOKEN_VIEW_PRODUCTS', ...token,
    about: 'Token that holds only view_products for the project' },
  { name: 'TOKEN_VIEW_PUBLISHED_PRODUCTS', ...token,
    about: 'Token that holds only view_published_products for the project' },
  { name: 'TOKEN_NO_SCOPE', ...token,
    about: 'Valid token that holds none of the five scopes' },
  { name: 'TOKEN_OTHER_PROJECT', ...token,
    about: 'Valid token with scopes (at least manage_test) for another project only' },
  { name: 'OTHER_PROJECT_KEY', fallback: 'none', example: 'other',
    expects: 'a project key other than that of the project under test',
    about: 'Key of that other project; used to prove that its token is valid' },
  { name: 'TOKENS', fallback: 'none', example: 'tokens.json',
    expects: 'the path of a JSON file',
    about: 'JSON file of further tokens: [{"token" or "env", "scopes": ["view_test:demo"], "expired": false}]; read again when a token expires' },
  { name: 'TOKENS_COMMAND', fallback: 'none', example: './print-tokens.sh', secret: true,
    expects: 'a command that prints the content of a file of CONFORMANCE_TOKENS',
    about: 'Command that prints such a manifest, within 30 s; run again when a token expires; its output is never shown' },
  { name: 'PROFILE', fallback: 'none', example: 'profile.json',
    expects: 'the path of a JSON file',
    about: "JSON file with the vendor's declarations; its schema is config/profile.schema.json" },
  { name: 'CONSENT', fallback: 'all on the embedded reference, else none', example: 'overwrite,records',
    expects: 'a comma-separated list of overwrite, records, upload, namespace; or all; or none',
    about: 'Writes whose effect the contract does not state: overwrite, records, upload, namespace; or all; or none' },
  { name: 'WITHOUT', fallback: 'none', example: '4.14,4.15,other-project',
    expects: 'a comma-separated list of section numbers, other-project, minted-scopes, no-scope, key, action-effect, races',
    about: 'What the verdict leaves out: section numbers, other-project, minted-scopes, no-scope, key, action-effect, races' },
  { name: 'DEPTH', fallback: 'ci', example: 'release',
    expects: 'ci, release or certify',
    about: 'How much evidence a run gathers: ci, release or certify' },
  { name: 'SEED', fallback: 'random', example: '-328179043', least: -(2 ** 31), most: 2 ** 31 - 1,
    expects: 'an integer from -2147483648 to 2147483647, or 32 hexadecimal digits in lower case',
    about: 'Seed of everything generated; printed by each run' },
  { name: 'RUNS', fallback: 'by depth', example: '50', least: 1, most: 100_000,
    expects: 'an integer from 1 to 100000',
    about: 'Generated cases per property, overrides the depth' },
  { name: 'RACE_ROUNDS', fallback: 'by depth', example: '60', least: 1, most: 10_000,
    expects: 'an integer from 1 to 10000',
    about: 'Rounds of races, overrides the depth' },
  { name: 'SETTLE_MS', fallback: '5000,15000', example: '5000,15000', least: 0, most: 60_000,
    expects: 'two integers from 0 to 60000, comma-separated',
    about: 'Longest replica lag allowed to reads, and to queries and HEAD, in ms' },
  { name: 'READ_ONLY', fallback: '0', example: '1', onOff: true, words: ['gate'],
    expects: '1, gate or 0',
    about: '1: send only GET and HEAD; gate: the same, and exit 0 if every clause passes that reads can decide' },
  { name: 'MAX_RPS', fallback: 'no cap', example: '5', least: 0.01, most: 100_000,
    expects: 'a number from 0.01 to 100000',
    about: 'Most requests per second' },
  { name: 'CONCURRENCY', fallback: '24', example: '8', least: 1, most: 256,
    expects: 'an integer from 1 to 256',
    about: 'Requests in flight at once, including races: 1 prevents all races' },
  { name: 'TIMEOUT_MS', fallback: '10000', example: '10000', least: 10, most: 600_000,
    expects: 'an integer from 10 to 600000',
    about: 'Time limit of one exchange, in ms' },
  { name: 'BUDGET_REQUESTS', fallback: 'by depth: 3000, 10000 or 30000', example: '3000', least: 1, most: 10_000_000,
    expects: 'an integer from 1 to 10000000',
    about: 'Most requests of a run' },
  { name: 'MAX_BODY_BYTES', fallback: '16777216', example: '16777216', least: 1_024, most: 268_435_456,
    expects: 'an integer from 1024 to 268435456',
    about: 'Longest answer body that is read, in octets; longer bodies decide nothing' },
  { name: 'MAX_SECONDS', fallback: 'by depth: 300, 900 or 3600', example: '300', least: 1, most: 86_400,
    expects: 'an integer from 1 to 86400',
    about: 'Time limit of a run, in s, including clean-up: a longer run is INCOMPLETE; it first leaves out generated cases and further looks' },
  { name: 'CONTACT', fallback: 'none', example: 'api-team@example.com',
    expects: 'printable characters of ASCII, without parentheses',
    about: 'Contact for the owners of the server, sent in the User-Agent of every request' },
  { name: 'PRODUCTION_HOSTS', fallback: 'none', example: 'api.example.com,*.prod.example.com',
    expects: 'host names, separated by commas; * matches any characters',
    about: 'Hosts on which the suite writes only if CONFORMANCE_CONFIRM names the host' },
  { name: 'CONFIRM', fallback: 'none', example: 'api.example.com',
    expects: 'the host of the base URL',
    about: 'The production host on which the suite may write' },
  { name: 'CA_FILE', fallback: 'none', example: 'ca.pem',
    expects: 'the path of a PEM file',
    about: 'PEM file of further certificate authorities' },
  { name: 'CLIENT_CERT', fallback: 'none', example: 'client.pem',
    expects: 'the path of a PEM file',
    about: 'PEM file of the client certificate; goes with CONFORMANCE_CLIENT_KEY' },
  { name: 'CLIENT_KEY', fallback: 'none', example: 'client-key.pem',
    expects: 'the path of a PEM file',
    about: "PEM file of the client certificate's private key" },
  { name: 'HTTP2', fallback: 'auto', example: 'off',
    expects: 'auto, off or prior-knowledge',
    about: 'HTTP/2 in races: auto (by ALPN), off or prior-knowledge' },
  { name: 'TRACE', fallback: '1', example: '0', onOff: true,
    expects: '1 or 0',
    about: '0: send no traceparent header' },
  { name: 'HEADERS', fallback: 'none', example: '{"X-Environment":"staging"}', secret: true,
    expects: 'a JSON object of header names and their values as strings',
    about: 'JSON object of extra headers for every request' },
  { name: 'REPORT_DIR', fallback: 'reports', example: 'reports',
    expects: 'the path of a folder',
    about: 'Folder for the reports' },
  { name: 'REPORTS', fallback: 'json,markdown,html', example: 'json,markdown,junit',
    expects: `a comma-separated list of ${renderingNames.join(', ')}`,
    about: `Renderings besides conformance.json, which is always written: ${furtherRenderings}` },
  { name: 'EVIDENCE', fallback: 'full', example: 'shape',
    expects: 'full, shape or none',
    about: 'Exchanges in reports: full, shape (no values of bodies) or none; with shape and none, texts omit values too' },
  { name: 'TAPE', fallback: '1; with CI set, 0', example: '0', onOff: true,
    expects: '1 or 0',
    about: '1: record every exchange beside the report, so that the run can be judged again; needs EVIDENCE=full' },
  { name: 'MATRIX', fallback: '0', example: '1', onOff: true,
    expects: '1 or 0',
    about: '1: print every row of the matrix, including complete rows' },
  { name: 'OPEN', fallback: '0', example: '1', onOff: true,
    expects: '1 or 0',
    about: '1: print each open point with its observed value' },
  { name: 'AGAINST', fallback: 'none', example: 'last.json',
    expects: 'the path of a conformance.json',
    about: 'Earlier report: exit 1 only for new failures, 3 for clauses that are newly undecided or gone, else 0' },
  { name: 'WAIVERS', fallback: 'none', example: 'waivers.json',
    expects: 'the path of a JSON file',
    about: 'JSON file of accepted failures, each with an owner and an expiry date: [{"clause", "reason", "owner", "expires"}]' },
  { name: 'MAX_FAILURES', fallback: 'no limit', example: '1', least: 1, most: 10_000,
    expects: 'an integer from 1 to 10000',
    about: 'Stop and clean up once this many clauses have failed (with AGAINST: newly failed); failures by a refusal count only at the end' },
  { name: 'ALLOW_INCOMPLETE', fallback: '0', example: '1', onOff: true,
    expects: '1 or 0',
    about: '1: an INCOMPLETE run exits 0, if anything was selected' },
  { name: 'ENV_FILE', fallback: '.env', example: 'staging.env',
    expects: 'the path of a file, or none',
    about: 'Another file than .env, or none; set it in the environment, because Node also reads the flag and demands that the file exists' },
] as const satisfies readonly SettingRow[];

/** A setting by its name in the table, which has no prefix. */
export type SettingName = (typeof settingTable)[number]['name'];

/** The setting's environment variable. */
export function variable(name: SettingName): `CONFORMANCE_${SettingName}` {
  return `CONFORMANCE_${name}`;
}

/** The setting's flag without the dashes: `READ_ONLY` is `read-only`. */
export function flag(name: SettingName): string {
  return name.toLowerCase().replaceAll('_', '-');
}
