/** True for an error with this code, be it the system's ('ENOENT') or PostgreSQL's ('3D000'). */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
