import { stateTests } from '../../config/clause-tests.ts';
import { plan } from './small-plan.ts';

stateTests(plan);
