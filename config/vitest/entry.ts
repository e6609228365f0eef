// The one test file: suites and properties share a worker, a rate cap, a budget and a ledger.
import { stateTests } from './clause-tests.ts';
import { plan } from '../plan.ts';

stateTests(plan);
