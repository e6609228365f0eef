import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import type { OverwriteName } from '../../contract/traits.ts';
import type { Declaration } from '../../clause/clause.ts';
import type { OpenStatement } from '../../clause/section.ts';
import { memberOf, observedMember } from '../../clause/declarations.ts';
import { idFrom } from '../../implementation/id-source.ts';
import { oddResources } from '../../judging/answers/listed-resources.ts';
import { acceptedOverwrites, overwritesOf } from './accepted.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Which resource an overwrite changes, and whether it makes one; the contract shows neither (4.7, 4.8). */
export function overwriteTarget(name: OverwriteName): OpenStatement<Stage> {
  return {
    statement: 'Which resource an overwrite changes: its request names no resource.',
    rationale: 'The request has no id, and the contract does not say what it overwrites.',
    declares: [
      targetDeclared(name),
      ...(name === 'put' ? [memberOf('overwrite.put.creates', 'creates')] : []),
    ],
    check: async (on) => {
      const overwrites = await overwritesOf(on, name);
      const { first, own, place, refused, elsewhere } = overwrites;
      if (first === undefined) return on.observe({ place: 'none', answer: refused?.label ?? 'no answer' });
      const source = on.facts.idSource;
      const id = source === undefined ? undefined : idFrom(first, source);
      const isNew = id !== undefined && own !== undefined && id !== own.id && place !== 'own';
      // If a request names a resource, its outcome says nothing about requests without a name.
      const updates = place === 'own' && !overwrites.namesOne(on);
      const creates = says(first, 'created') || isNew ? true : updates ? false : undefined;
      const known = new Set(on.made.map((one) => one.id));
      const isOfOthers = elsewhere !== undefined && !says(elsewhere, 'created');
      const other = isOfOthers && source !== undefined ? idFrom(elsewhere, source) : undefined;
      // If a resource of the run can be read, an absent change is evidence.
      const showsNothing = place === 'unseen' && own !== undefined && id === undefined;
      on.observe(
        {
          place,
          status: first.status ?? 0,
          ...(name === 'put' && creates !== undefined ? { creates } : {}),
          ...defined({ overwritten: other }),
        },
        {
          suspect: showsNothing
            ? {
                why: `An overwrite was answered ${first.label}, but neither a resource nor the answer shows it.`,
              }
            : isOfOthers &&
              (other === undefined || !known.has(other)) && {
                why:
                  `An overwrite that names no resource changed a resource that this run did not create${other === undefined ? '' : `: ${other}`}. ` +
                  'If the profile declares the target of an overwrite, the run overwrites its own resources.',
                pin: `overwrite.${name}.target`,
              },
        },
      );
    },
  };
}

function targetDeclared(name: OverwriteName): Declaration {
  return {
    key: `overwrite.${name}.target`,
    ofAbsence: true,
    met: (declared, observed) => {
      const place = observedMember(observed, 'place');
      if (declared === 'none') return place === 'none';
      // If every attempt was refused, the stated values may be the reason: no evidence against a target.
      if (place === 'none') return undefined;
      const namesOne = typeof declared === 'string' && declared.includes(':');
      return namesOne && place === 'elsewhere' ? false : place === 'unseen' ? undefined : true;
    },
    draft: (observed) => (observedMember(observed, 'place') === 'none' ? 'none' : undefined),
  };
}

/** The outcome of an overwrite that states a version other than the actual version. */
export function overwriteVersionCheck(name: OverwriteName): OpenStatement<Stage> {
  return {
    statement: 'How the server treats an overwrite that states a version other than the actual version.',
    rationale: 'The contract states 409 for a mismatch only for updates by id.',
    declares: [memberOf(`overwrite.${name}.versionCheck`, 'versionCheck')],
    check: async (on) => {
      const overwrites = await acceptedOverwrites(on, name);
      const canary = on.canary();
      const exchange = await overwrites.attempt(on, on.writer, { canary, version: '987654321' });
      if (exchange.is('noise')) return;
      // An overwrite that makes a resource has no version to check.
      const isLax = exchange.succeeded && !says(exchange, 'created');
      const versionCheck = isLax ? false : exchange.is('turned away') ? true : undefined;
      on.observe({
        status: exchange.status ?? 0,
        ...defined({ versionCheck }),
      });
    },
  };
}

/** The answer to an accepted overwrite. */
export function overwriteResponse(name: OverwriteName): OpenStatement<Stage> {
  return {
    statement: 'How an accepted overwrite is answered.',
    rationale:
      'The response is not shown. An answer that has version and objectTypeProperty looks like an ExampleResource: then an ill-typed version, or ill-typed content, is suspect.',
    declares: [memberOf(`overwrite.${name}.response`, 'response')],
    check: async (on) => {
      const { first } = await acceptedOverwrites(on, name);
      if (first === undefined) return;
      const response =
        first.body.length === 0
          ? 'empty'
          : versionOf(first.value) === undefined
            ? 'other'
            : 'ExampleResource';
      await on.until('end');
      on.observe(
        { status: first.status ?? 0, response },
        { suspect: oddResources(on, name, 'Answers to overwrites show resources') },
      );
    },
  };
}
