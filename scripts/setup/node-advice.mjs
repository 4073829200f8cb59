const OLDEST = [24, 11]

/**
 * Returns advice in one sentence if neither the installed packages nor the machine have a Node that is new enough.
 *
 * @param {{ bundled: boolean, running: string, platform: { platform: string, arch: string } }} found
 * @returns {string | undefined}
 */
export const nodeAdvice = ({ bundled, running, platform }) => {
  if (bundled || isNewEnough(running)) return undefined
  return (
    `netbox needs Node ${OLDEST.join('.')} or newer, none comes with it for ${platform.platform}-${platform.arch}, ` +
    `and this is Node ${running}: install a newer one and try again.`
  )
}

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
