import { useSyncExternalStore } from 'react'

/** What a refused call wants of the member: any proof of who they are, or a strong one. */
export type WantedProof = 'stepUpNeeded' | 'strongProofNeeded'

type ProofRequest = { wanted: WantedProof; answer: (isProven: boolean) => void }

let request: (ProofRequest & { outcome: Promise<boolean> }) | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isProofWanted = (code: string): code is WantedProof =>
  code === 'stepUpNeeded' || code === 'strongProofNeeded'

/** Asks the member who they are, over whatever page is open; false where they don’t say, or no page can ask. */
export const askForProof = (wanted: WantedProof): Promise<boolean> => {
  if (listeners.size === 0) return Promise.resolve(false)
  // Calls that are refused together are asked for together.
  if (request?.wanted === wanted) return request.outcome
  request?.answer(false)
  let resolve: (isProven: boolean) => void = () => {}
  const outcome = new Promise<boolean>((answered) => {
    resolve = answered
  })
  const answer = (isProven: boolean) => {
    if (request?.outcome === outcome) request = null
    tell()
    resolve(isProven)
  }
  request = { wanted, answer, outcome }
  tell()
  return outcome
}

/** The session is over: what was to be done is not. */
export const dropProofRequest = () => request?.answer(false)

/** Null while nothing is asked. */
export const useProofRequest = (): ProofRequest | null => useSyncExternalStore(subscribe, () => request)
