import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { bare, serving } from '../rewrite.ts';

/** Now and then, reads by id of some resources find nothing. */
function missing(every: number, status: number, isMeant: (id: string) => boolean): HandleWrap {
  return (next) => {
    const reads = new Map<string, number>();
    return serving(['4.2'], (onward, request) => {
      const id = idIn(request);
      if (!isMeant(id)) return onward();
      const read = (reads.get(id) ?? 0) + 1;
      reads.set(id, read);
      return read % every === 0 ? { response: bare(status) } : onward();
    })(next);
  };
}

function idIn({ target }: Request): string {
  return (target.split('?', 1)[0] ?? '').split('/').at(-1) ?? '';
}

/** Resources that come and go without any delete (4.2). */
export const flickerFaults: readonly Fault[] = [
  {
    name: 'resources-come-and-go',
    breaks: '4.2/known-id-is-readable',
    summary: 'Every third read of a resource by its id is answered 404.',
    needs: ['late'],
    wrap: missing(3, 404, () => true),
  },
  {
    name: 'some-resources-come-and-go',
    breaks: '4.2/known-id-is-readable',
    rows: ['4.2/id'],
    summary: 'Every fourth read of a resource whose id ends in an odd digit is answered 410.',
    needs: ['late'],
    wrap: missing(4, 410, (id) => /[13579bdf]$/.test(id)),
  },
];
