import { join, resolve } from 'node:path'
import { ConfigError, type Settings } from './settings.ts'

const refuse = (problem: string): ConfigError => new ConfigError('STORAGE_URL', problem)

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse('has a "%" that does not begin a percent-encoded character')
  }
}

/** Reads `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION`; `s3+http` uses no TLS. */
const readS3 = (text: string) => {
  if (!URL.canParse(text)) throw refuse('is not a URL')
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text)
  if (username === '' || password === '')
    throw refuse("needs the access key: 's3://KEY:SECRET@HOST/BUCKET', both percent-encoded")
  const [bucket = '', ...path] = pathname.slice(1).replace(/\/+$/, '').split('/')
  if (host === '' || !/^[\w.-]{3,63}$/.test(bucket))
    throw refuse("needs host and bucket: 's3://KEY:SECRET@HOST/BUCKET'")
  if (!path.every((segment) => /^[\w-][\w.-]{0,99}$/.test(segment)))
    throw refuse('may have a prefix of letters, digits, "-", "_" and "." after the bucket')
  if (hash !== '' || [...searchParams.keys()].some((name) => name !== 'region'))
    throw refuse("accepts no parameter except '?region='")
  return {
    bucketUrl: `${protocol === 's3:' ? 'https' : 'http'}://${host}/${bucket}`,
    prefix: path.map((segment) => `${segment}/`).join(''),
    region: searchParams.get('region') ?? undefined,
    accessKeyId: decode(username),
    secretAccessKey: decode(password),
  }
}

/** Reads the location and the size limits of stored files. */
export const readStorage = (settings: Settings, dataDir: string) => {
  const url = settings.STORAGE_URL
  const isFolder = url === undefined || url.startsWith('file:')
  return {
    /** The folder of the files, or of uploads before they reach the object store. */
    folder: resolve(url !== undefined && isFolder ? url.slice('file:'.length) : join(dataDir, 'storage')),
    s3: isFolder ? undefined : readS3(url),
    limits: {
      file: settings.STORAGE_FILE_BYTES,
      bytes: settings.STORAGE_USER_BYTES,
      objects: settings.STORAGE_USER_OBJECTS,
      uploads: settings.STORAGE_USER_UPLOADS,
    },
  }
}
