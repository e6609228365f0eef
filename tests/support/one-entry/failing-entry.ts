import { stateTests } from '../../../config/vitest/clause-tests.ts';
import { plan } from './failing-plan.ts';

stateTests(plan);
