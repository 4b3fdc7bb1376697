import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** `none`: this browser reads no codes. `denied`: there is no camera, or it may not be used. */
export type CameraState = 'starting' | 'ready' | 'none' | 'denied'

type CodeDetector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

/** The Barcode Detection API, which the library of types does not know yet. */
const makeDetector = (): CodeDetector | null => {
  if (!('BarcodeDetector' in window)) return null
  const Detector = window.BarcodeDetector as new (options: { formats: string[] }) => CodeDetector // the part of the draft used here
  return new Detector({ formats: ['qr_code'] })
}

const lookMs = 200

/** Looks for codes in what the camera at the back sees, until the component goes. */
export const useCamera = (
  onCode: (code: string) => void,
): { video: RefObject<HTMLVideoElement | null>; state: CameraState } => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>(() =>
    'BarcodeDetector' in window ? ('mediaDevices' in navigator ? 'starting' : 'denied') : 'none',
  )
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    const detector = makeDetector()
    if (!detector || !('mediaDevices' in navigator)) return undefined
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const stop = () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const look = async (screen: HTMLVideoElement) => {
      // A picture that cannot be read is followed by another one.
      const codes = await detector.detect(screen).catch(() => [])
      if (isOver) return
      for (const { rawValue } of codes) tell(rawValue)
      timer = setTimeout(() => void look(screen), lookMs)
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const screen = video.current
      if (isOver || !screen) return stop()
      screen.srcObject = stream
      await screen.play()
      setState('ready')
      void look(screen)
    }
    start().catch(() => {
      if (!isOver) setState('denied')
    })
    return stop
  }, [])
  return { video, state }
}
