import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'

const asBase64 = (content: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.replace(/^data:[^,]*,/, ''))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('a file could not be read')))
    reader.readAsDataURL(content)
  })

/** Offers to keep or send a file. It stands in the cache, which the phone clears by itself. */
export const shareFile = async ({ name, content }: { name: string; content: Blob }): Promise<void> => {
  const path = name.replaceAll(/[/\\:]/g, '-')
  const { uri } = await Filesystem.writeFile({ path, data: await asBase64(content), directory: Directory.Cache })
  // Turning back is said as an error.
  await Share.share({ files: [uri] }).catch(() => null)
}
