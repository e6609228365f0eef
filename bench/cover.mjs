import '../config/packaging/supported-node.mjs';
import { loadSource } from '../config/packaging/load-module.mjs';

const { module, close } = await loadSource('bench/cover');
try {
  await module.main(process.argv.slice(2));
} finally {
  await close();
}
