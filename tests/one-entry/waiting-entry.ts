import { stateTests } from '../../config/clause-tests.ts';
import { plan } from './waiting-plan.ts';

stateTests(plan);
