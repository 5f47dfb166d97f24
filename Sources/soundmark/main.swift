internal import Commands
internal import Foundation

Task.detached { exit(await SoundmarkProgram.main()) }
// Nothing runs on the main thread. It must not wait inside Dispatch, where valgrind 3.19 cannot follow.
while true { pause() }
