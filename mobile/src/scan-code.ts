import type { CapacitorBarcodeScannerPlugin } from '@capacitor/barcode-scanner'
import { registerPlugin } from '@capacitor/core'

// Not by the plugin's own script, which brings 300 kB for browsers along.
const scanner = registerPlugin<CapacitorBarcodeScannerPlugin>('CapacitorBarcodeScanner')

/** As the plugin numbers them. */
const qrCode = 0
const backCamera = 1
const anyOrientation = 3

/** Its code for a member who turned back. */
const turnedBack = 'OS-PLUG-BARC-0006'

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** The text of a QR code before the camera; null where the member turned back. */
export const scanCode = async (): Promise<string | null> => {
  try {
    const { ScanResult } = await scanner.scanBarcode({
      hint: qrCode,
      scanInstructions: ' ',
      scanButton: false,
      scanText: ' ',
      cameraDirection: backCamera,
      scanOrientation: anyOrientation,
    })
    return ScanResult
  } catch (error) {
    if (codeOf(error) === turnedBack) return null
    throw error
  }
}
