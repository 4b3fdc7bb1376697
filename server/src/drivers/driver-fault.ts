import { DriverProblem } from '@spacekeeper/contract/drivers.ts'
import { z } from 'zod'

/** What a driver throws when a relay gives no answer that counts. */
export const driverFault = (problem: DriverProblem, cause?: unknown): Error =>
  Object.assign(new Error(`the relay could not be asked: ${problem}`, { cause }), { problem })

const Fault = z.object({ problem: DriverProblem })

/** The problem of a fault. What is none is a mistake of ours, and is thrown on. */
export const problemOf = (error: unknown): DriverProblem => {
  const fault = Fault.safeParse(error)
  if (!fault.success) throw error
  return fault.data.problem
}
