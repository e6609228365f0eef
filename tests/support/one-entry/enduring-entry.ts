import { stateTests } from '../../../config/vitest/clause-tests.ts';
import { plan } from './enduring-plan.ts';

stateTests(plan);
