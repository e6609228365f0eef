import type { Exchange } from '../../history/exchange.ts';
import { explanationOf } from '../../world/circumstances/stances.ts';
import type { Stage } from '../../implementation/stage.ts';

/**
 * Whether an answer to an insufficient caller is a refusal: a status other than 2xx, or a body without a version
 * if refusals are declared to come in an envelope (profile key `refusal.style`). A caller that is redirected
 * elsewhere is refused. The end of the connection or a page is a refusal if the server refuses this caller in
 * this way (`Exchange.isWordless`). A lost answer is no refusal, because the request may have been carried out.
 */
export function refuses({ world }: Pick<Stage, 'world'>, exchange: Exchange): boolean {
  return (
    exchange.is('refused') ||
    exchange.redirect === 'elsewhere' ||
    explanationOf({ kind: 'granted', exchange }, world) === 'refusal in an envelope'
  );
}
