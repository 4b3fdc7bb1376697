/** A chosen file as an address that the page may show before it is anywhere else. */
export const readPicture = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read.', { cause: reader.error })))
    reader.readAsDataURL(file)
  })

export const sizeInMb = (bytes: number): string => String(Math.ceil(bytes / 100_000) / 10)
