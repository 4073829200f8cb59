import { faultTexts } from '../../texts/faults.ts'

/** A shortened run in the terminal: the command's output for this seed, scenario and time. */
export const Terminal = () => (
  <pre className="term" tabIndex={0} role="region" aria-label={faultTexts.terminal}>
    <span className="d">$</span> netbox mx-record mail.example <span className="p">--seed k3f9 --scenario mx-down</span>
    {'\n'}
    <span className="y">simulated</span> <span className="d"> netbox-sim/2 · seed k3f9 · no server was contacted</span>
    {'\n\n  10  mx1.mail.example  198.18.94.88   '}
    <span className="c">no answer on 25</span>
    {'\n  20  mx2.mail.example  198.18.139.89  '}
    <span className="g">accepts, 10.5 s</span>
    {'\n  30  mx3.mail.example  198.18.254.90  '}
    <span className="d">not tried</span>
    {'\n\n'}
    <span className="c">critical</span>
    {'   mx1.mail.example does not accept connections\n'}
    <span className="d">note</span>
    {'       One TTL of 4 h for all records\n'}
    <span className="g">pass</span>
    {'       The exchanges stand in different networks'}
  </pre>
)
