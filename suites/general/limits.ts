import { defined } from '../../clause/defined.ts';
import { endpointNames } from '../../contract/endpoints.ts';
import { createBodies } from '../../implementation/create-body.ts';
import type { Stage } from '../../implementation/stage.ts';
import { writeJson, type JsonInput } from '../../wire/json/json.ts';

/** Bodies beyond it are not sent only to see them refused. */
const greatestProbe = 1_048_576;

/** Observes refusals that mention a limit, and tests the limits that the vendor has declared with two requests. */
export async function observeLimits(on: Stage): Promise<void> {
  const maxBody = on.profile.limits?.maxBody;
  const maxBodyKept = maxBody === undefined ? undefined : await keepsMaxBody(on, maxBody);
  await on.until('end');
  const seen = (status: number): number =>
    endpointNames.reduce((sum, name) => sum + (on.world.bodies.refusals(name).statuses.get(status) ?? 0), 0);
  const rps = on.profile.limits?.rps;
  const { maxRps } = on.options;
  const within = rps !== undefined && maxRps !== undefined && maxRps <= rps;
  const limited = seen(429);
  on.observe({
    statuses: Object.fromEntries([413, 414, 429, 431].map((status) => [String(status), seen(status)])),
    ...defined({ maxBodyKept }),
    ...(rps === undefined || (limited > 0 && !within) ? {} : { rpsKept: limited === 0 }),
  });
}

/** A create padded to the declared size is not refused for its size, and a longer create does not succeed. */
async function keepsMaxBody(on: Stage, bytes: number): Promise<boolean | undefined> {
  if (on.options.readOnly || bytes >= greatestProbe || on.facts.writer === undefined) return undefined;
  const fitting = await sendPadded(on, bytes);
  const longer = await sendPadded(on, bytes + 1);
  if (fitting === undefined || longer === undefined) return undefined;
  return fitting !== 413 && !(longer >= 200 && longer < 300);
}

async function sendPadded(on: Stage, bytes: number): Promise<number | undefined> {
  const content: JsonInput = createBodies[0]?.(on.canary()) ?? {};
  const text = writeJson(content);
  if (text.length > bytes) return undefined;
  const body = new TextEncoder().encode(text.padEnd(bytes, ' '));
  const exchange = await on.ask('create', { as: on.writer, body, contentType: 'application/json' });
  if (exchange.succeeded) on.noteCreated(exchange);
  return exchange.status;
}
