// On its own: the tests lower the costs before anything is hashed.

/** The costs of argon2id, the library's default kind. When they rise, each hash is replaced as its owner logs in. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
