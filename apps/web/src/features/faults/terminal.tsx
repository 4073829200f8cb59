import { faultTexts } from '../../texts/faults.ts'
import * as band from '../../components/ui/band.module.css'

/** A shortened run in the terminal: the command's output for this seed, scenario and time. */
export const Terminal = () => (
  <pre className={band.term} tabIndex={0} role="region" aria-label={faultTexts.terminal}>
    <span className={band.d}>$</span> netbox mx-record mail.example{' '}
    <span className={band.p}>--seed k3f9 --scenario mx-down</span>
    {'\n'}
    <span className={band.y}>simulated</span>{' '}
    <span className={band.d}> netbox-sim/2 · seed k3f9 · no server was contacted</span>
    {'\n\n  10  mx1.mail.example  198.18.94.88   '}
    <span className={band.c}>no answer on 25</span>
    {'\n  20  mx2.mail.example  198.18.139.89  '}
    <span className={band.g}>accepts, 10.5 s</span>
    {'\n  30  mx3.mail.example  198.18.254.90  '}
    <span className={band.d}>not tried</span>
    {'\n\n'}
    <span className={band.c}>critical</span>
    {'   mx1.mail.example does not accept connections\n'}
    <span className={band.d}>info</span>
    {'       One TTL of 4 h for all records\n'}
    <span className={band.g}>pass</span>
    {'       The mail servers are in different networks'}
  </pre>
)
