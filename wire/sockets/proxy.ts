import { isIPv6 } from 'node:net';
import { addressOf, type Target } from '../target.ts';

/** The values of the usual proxy variables, passed in by code that knows the environment. */
export interface ProxySettings {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  /** Hosts that are reached directly, comma-separated: `*`, a name (and all below it), each with an optional port. */
  readonly noProxy?: string;
}

/** A proxy through which connections are tunnelled with CONNECT. */
export interface Proxy extends Pick<Target, 'host' | 'port' | 'secure'> {
  /** The variable that names the proxy, and its address: `HTTP_PROXY (127.0.0.1:3128)`. */
  readonly name: string;
  /** The value of `Proxy-Authorization`, if the proxy's URL contains a user name. */
  readonly authorization?: string;
}

/**
 * The proxy for a target, if any. The suite does not use undici's EnvHttpProxyAgent (7.30, 8.13). It sends
 * https by HTTP_PROXY if there is no HTTPS_PROXY, and 7.30 leaves out a user name that has no password.
 * Throws `TypeError` for a proxy URL that is neither http nor https.
 */
export function proxyFor(target: Target, settings: ProxySettings): Proxy | undefined {
  const named = target.secure ? settings.httpsProxy : settings.httpProxy;
  if (named === undefined || named === '' || isExempt(target, settings.noProxy ?? '')) return undefined;
  const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`);
  const address = addressOf(url, 'proxy');
  const variable = target.secure ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = { ...address, name: `${variable} (${url.hostname}:${address.port})` };
  if (url.username === '') return proxy;
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { ...proxy, authorization: `Basic ${Buffer.from(user).toString('base64')}` };
}

function isExempt(target: Target, noProxy: string): boolean {
  const host = target.host.toLowerCase();
  return exemptions(noProxy).some((entry) => {
    if (entry === '*') return true;
    const { name, port } = hostIn(entry);
    if (port !== undefined && Number(port) !== target.port) return false;
    return host === name || host.endsWith(`.${name}`);
  });
}

/** Entries of NO_PROXY without effect, because they are no hosts: ranges of addresses, patterns. */
export function unheeded(noProxy: string): readonly string[] {
  return exemptions(noProxy).filter((entry) => {
    const { name } = hostIn(entry);
    return entry !== '*' && !isIPv6(name) && !/^[\p{L}\p{N}_.-]+$/u.test(name);
  });
}

function exemptions(noProxy: string): readonly string[] {
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
}

function hostIn(entry: string): { readonly name: string; readonly port?: string | undefined } {
  // An IPv6 address without brackets has no port.
  if (isIPv6(entry)) return { name: entry };
  const [, name = '', port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
  return { name: name.replace(/^\*?\./, ''), port };
}
