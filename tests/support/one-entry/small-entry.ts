import { stateTests } from '../../../config/vitest/clause-tests.ts';
import { plan } from './small-plan.ts';

stateTests(plan);
