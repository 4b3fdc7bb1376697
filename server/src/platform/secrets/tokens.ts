import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, fit for a link or a cookie. Only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. A token is random enough to need neither salt nor a slow hash. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Compares in a time that says nothing about where two secrets differ. */
export const isSameSecret = (a: string, b: string): boolean => timingSafeEqual(hashToken(a), hashToken(b))
