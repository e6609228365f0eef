import type { Target } from '../target.ts';

/** The values of the usual proxy variables, handed over by whoever knows the environment. */
export interface ProxySettings {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  /** Hosts that are reached directly, comma-separated: `*`, a name (and all below it), each with an optional port. */
  readonly noProxy?: string;
}

/** A proxy through which connections are tunnelled with CONNECT. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The value of `Proxy-Authorization`, where the proxy's URL carries a name. */
  readonly authorization?: string;
}

/**
 * The proxy to use for a target, if any: undici's EnvHttpProxyAgent (7.30, 8.13) sends https by HTTP_PROXY where there is no
 * HTTPS_PROXY, and 7.30 leaves out a user name that has no password.
 * Throws `TypeError` for a proxy URL that is neither http nor https.
 */
export function proxyFor(target: Target, settings: ProxySettings): Proxy | undefined {
  const address = target.secure ? settings.httpsProxy : settings.httpProxy;
  if (address === undefined || address === '' || isExempt(target, settings.noProxy ?? '')) return undefined;
  const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`Expected a http or https proxy, got one with \`${url.protocol}\``);
  }
  const secure = url.protocol === 'https:';
  const proxy = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    secure,
  };
  if (url.username === '') return proxy;
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { ...proxy, authorization: `Basic ${Buffer.from(user).toString('base64')}` };
}

function isExempt(target: Target, noProxy: string): boolean {
  const host = target.host.toLowerCase();
  return noProxy.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, name = '', port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (port !== undefined && Number(port) !== target.port) return false;
    const bare = name.replace(/^\*?\./, '');
    return host === bare || host.endsWith(`.${bare}`);
  });
}
