import { stateTests } from '../../../config/vitest/clause-tests.ts';
import { plan } from './waiting-plan.ts';

stateTests(plan);
