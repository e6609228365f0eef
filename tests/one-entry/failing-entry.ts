import { stateTests } from '../../config/clause-tests.ts';
import { plan } from './failing-plan.ts';

stateTests(plan);
