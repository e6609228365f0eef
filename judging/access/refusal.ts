import type { Exchange } from '../../history/exchange.ts';
import { explanationOf } from '../../world/circumstances/stances.ts';
import type { Stage } from '../../implementation/stage.ts';

/**
 * Whether an answer to an insufficient caller refuses what was requested: a status that is not 2xx, or, where refusals
 * are declared to come in an envelope (profile key `refusal.style`), a body without the version of a resource. Anyone
 * who is sent on to something else is refused. The end of the connection or a page is a refusal where it is how the
 * caller is refused (`Exchange.isWordless`); an answer that was lost is none: what was asked for may well have been
 * done.
 */
export function refuses({ world }: Pick<Stage, 'world'>, exchange: Exchange): boolean {
  return (
    exchange.is('refused') ||
    exchange.redirect === 'elsewhere' ||
    explanationOf({ kind: 'granted', exchange }, world) === 'refusal in an envelope'
  );
}
