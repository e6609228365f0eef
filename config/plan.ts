import type { Plan } from '../run/run.ts';
import { readById } from '../suites/4.02-read-by-id.ts';
import { checkExistence } from '../suites/4.05-check-existence.ts';
import { create } from '../suites/4.06-create.ts';
import { updateById } from '../suites/4.10-update-by-id.ts';
import { remove } from '../suites/4.11-delete.ts';
import { authentication } from '../suites/authentication.ts';
import { versioning } from '../suites/versioning.ts';

/** Everything that the suite can judge, in the contract's order. */
export const plan: Plan = {
  sections: [readById, checkExistence, create, updateById, remove, authentication, versioning],
  evidence: [],
};
