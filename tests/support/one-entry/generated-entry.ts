import { stateTests } from '../../../config/vitest/clause-tests.ts';
import { plan } from './generated-plan.ts';

stateTests(plan);
