// The library has no types of its own; these are the parts that seal-push.ts uses.
declare module 'web-push' {
  type RequestDetails = { headers: Record<string, string | number>; body: Buffer | null }
  type RequestOptions = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    TTL: number
    urgency: 'normal' | 'high'
    topic?: string
    contentEncoding: 'aes128gcm'
  }
  const webPush: {
    generateVAPIDKeys: () => { publicKey: string; privateKey: string }
    generateRequestDetails: (
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: RequestOptions,
    ) => RequestDetails
  }
  export default webPush
}
