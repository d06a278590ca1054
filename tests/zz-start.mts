import { startServer } from './support/process/child-server.ts';
import { readFileSync } from 'node:fs';
function cpu(pid:number){const s=readFileSync(`/proc/${pid}/stat`,'utf8');const r=s.slice(s.lastIndexOf(')')+2).split(' ');return [(+r[11]!)/100,(+r[12]!)/100];}
const a = await startServer({dataDir:'/tmp/house/data', env:{COMBOI_DEMO:'1',COMBOI_RATE_LIMITS:'0'} });
await new Promise(r=>setTimeout(r,9000)); await a.stop();
for(let i=0;i<3;i++){
const b = await startServer({dataDir:'/tmp/house/data', env:{COMBOI_DEMO:'1',COMBOI_RATE_LIMITS:'0',...(i===2&&{NODE_OPTIONS:'--cpu-prof --cpu-prof-dir=/tmp/house/prof'})} });
console.log('ready',cpu(b.pid)); await b.stop();}
process.exit(0);
