/** What a member's log is filtered by; `deeds` is what they did to others and to the space. */
export const logKinds = ['swipes', 'uses', 'visits', 'changes', 'cards', 'logins', 'messages', 'deeds'] as const

/** What a device's log is filtered by; `uses` is what members did with it. */
export const deviceLogKinds = ['uses', 'connections', 'commands', 'changes'] as const
