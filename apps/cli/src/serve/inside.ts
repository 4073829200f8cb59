import { runInside } from '@netbox/simulated-internet/namespace'

/*
 * The program inside the namespaces of `netbox serve -- COMMAND`. It serves the simulated internet and runs the command. `serve-world.ts`
 * starts it, and sends the command over a channel.
 */
runInside()
