import type { Fault } from '../fault.ts';
import { fault } from '../content/resource.ts';
import { refusing } from '../rewrite.ts';

/** Documented operations and media types that are refused as such, or that end in an internal error. */
export const unsupportedFaults: readonly Fault[] = [
  fault('read-not-supported', '4.2', 'A read by id is answered 405.', refusing(['4.2'], 405)),
  fault('create-not-supported', '4.6', 'A create is answered 405.', refusing(['4.6'], 405)),
  fault(
    'create-refuses-json',
    '4.6',
    'A create in application/json is answered 415.',
    refusing(['4.6'], 415),
  ),
  fault('delete-not-supported', '4.11', 'A delete is answered 405.', refusing(['4.11'], 405)),
  fault('update-not-supported', '4.10', 'An update is answered 405.', refusing(['4.10'], 405)),
  fault('update-not-implemented', '4.10', 'An update is answered 501.', refusing(['4.10'], 501)),
  fault(
    'update-refuses-json',
    '4.10',
    'An update in application/json is answered 415.',
    refusing(['4.10'], 415),
  ),
  fault('update-always-500', '4.10', 'Every update is answered 500.', refusing(['4.10'], 500)),
  fault('read-by-key-not-supported', '4.3', 'A read by key is answered 405.', refusing(['4.3'], 405)),
  fault(
    'overwrites-not-supported',
    '4.7',
    'PATCH on the collection is answered 405.',
    refusing(['4.7'], 405),
  ),
  fault('put-not-supported', '4.8', 'PUT on the collection is answered 501.', refusing(['4.8'], 501)),
  fault('patch-refuses-json', '4.7', 'PATCH in application/json is answered 415.', refusing(['4.7'], 415)),
  fault('put-refuses-json', '4.8', 'PUT in application/json is answered 415.', refusing(['4.8'], 415)),
  fault(
    'create-fails-beyond-ascii',
    '4.6',
    'A create with a letter beyond ASCII is answered 500.',
    refusing(['4.6'], 500, ({ body }) => body.some((octet) => octet > 127)),
  ),
  fault(
    'update-fails-beyond-ascii',
    '4.10',
    'An update with a letter beyond ASCII is answered 500.',
    refusing(['4.10'], 500, ({ body }) => body.some((octet) => octet > 127)),
  ),
];
